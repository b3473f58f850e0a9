import { realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** Real path of a file below a folder, `null` if there is none, or a link leads out of the folder. */
export function fileWithin(root: string, place: string): string | null {
  try {
    const real = realpathSync(join(root, place))
    return real.startsWith(realpathSync(root) + sep) && statSync(real).isFile() ? real : null
  } catch {
    return null // nothing is there
  }
}
