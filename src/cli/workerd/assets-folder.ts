import { join } from 'node:path'
import { packageRoot } from '../../compile/load/package-root.ts'

/** Files that this package has made for browsers: the `[assets]` of a project's wrangler.toml. */
export const assetsFolder = join(packageRoot, 'dist')
