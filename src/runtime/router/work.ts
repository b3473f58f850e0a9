import type { TextResponse } from '../common/outgoing.ts'
import type { AppContext } from '../isolate/app-env.ts'

/** The work of a single request, without the steps that all requests share. */
export type Work = (c: AppContext) => Promise<Response | TextResponse>

/** Runs the work of a request together with the steps around it. */
export type Serve = (c: AppContext, work: Work) => Promise<Response>
