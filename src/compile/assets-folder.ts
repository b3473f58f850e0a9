import { GUIDES_ASSET, REFERENCE_ASSET } from '../manifest/reference/reference-parts.ts'

/** The folder of the worker's static files in a project, the `[assets]` of wrangler.toml: what the compiler writes there is all of it. */
export const ASSETS_FOLDER = '.cms/assets'

/** The parts of the reference among them. */
export const REFERENCE_FILE = `${ASSETS_FOLDER}${REFERENCE_ASSET}`

/** The guides as Markdown. */
export const GUIDES_FILE = `${ASSETS_FOLDER}${GUIDES_ASSET}`

/**
 * The binding by which the worker reads them, and addresses for which the worker itself is asked first, which has no such
 * route: what is there nobody else reads. A rule with `!` would not do: what it names never reaches the worker, and routes
 * of plugins may lie beside the files for browsers.
 */
export const ASSETS_BINDING = 'ASSETS'
export const RUN_WORKER_FIRST: readonly string[] = ['/program/*']
