import { fileURLToPath } from 'node:url'

/** The folder of the package `lintel`, with a closing slash. */
export const packageRoot = fileURLToPath(new URL('../../../', import.meta.url))

/** Its source, with a closing slash: never taken for a file of the project that is compiled. */
export const packageSource = fileURLToPath(new URL('../../', import.meta.url))
