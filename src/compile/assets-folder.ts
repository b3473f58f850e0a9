import { GUIDES_ASSET, REFERENCE_ASSET } from '../manifest/reference/reference-parts.ts'

/**
 * Folder of the worker's static files in a project, the `[assets]` of wrangler.toml. It only contains files that the
 * compiler writes.
 */
export const ASSETS_FOLDER = '.cms/assets'

/** File with the parts of the API reference. */
export const REFERENCE_FILE = `${ASSETS_FOLDER}${REFERENCE_ASSET}`

/** File with the guides as Markdown. */
export const GUIDES_FILE = `${ASSETS_FOLDER}${GUIDES_ASSET}`

/** Binding through which the worker reads its static files. */
export const ASSETS_BINDING = 'ASSETS'

/**
 * Paths of files that only the worker may read. `run_worker_first` sends requests for them to the worker, which has no
 * routes for them. A rule with `!` for all other paths would not work: paths that it names never reach the worker, and
 * routes of plugins may be beside the files for browsers.
 */
export const RUN_WORKER_FIRST: readonly string[] = ['/program/*']
