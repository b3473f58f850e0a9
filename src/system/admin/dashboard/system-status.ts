import type { RequestContext } from '../../../runtime/kit.ts'
import { checkEverything } from '../../health.ts'
import type { FullHealth } from '../../health-object.ts'
import { type Deployment, readDeployment } from './deployment.ts'

export interface SystemStatus extends FullHealth {
  readonly deployment: Deployment | null
}

/** State of the service, and the time since which this program runs. */
export async function readSystemStatus(c: RequestContext): Promise<SystemStatus> {
  const [health, deployment] = await Promise.all([checkEverything(c), readDeployment(c)])
  return { ...health, deployment }
}
