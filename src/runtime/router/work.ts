import type { TextResponse } from '../common/outgoing.ts'
import type { AppContext } from '../isolate/app-env.ts'

/** Work that a request asks for, without what is done for all requests. */
export type Work = (c: AppContext) => Promise<Response | TextResponse>

/** Does the work of a request, with whatever goes around it. */
export type Serve = (c: AppContext, work: Work) => Promise<Response>
