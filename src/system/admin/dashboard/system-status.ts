import type { RequestContext } from '../../../runtime/kit.ts'
import { checkEverything } from '../../health.ts'
import type { FullHealth } from '../../health-object.ts'
import { type Deployment, readDeployment } from './deployment.ts'

export interface SystemStatus extends FullHealth {
  readonly deployment: Deployment | null
}

/** Reads the state of the service, and the time of the current deployment. */
export async function readSystemStatus(c: RequestContext): Promise<SystemStatus> {
  const [health, deployment] = await Promise.all([checkEverything(c), readDeployment(c)])
  return { ...health, deployment }
}
