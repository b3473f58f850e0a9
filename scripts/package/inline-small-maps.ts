import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Block size of common file systems, in bytes: smaller files take a whole block. */
const BLOCK = 4096

/** Moves source maps into their modules if that takes less space on disk than separate files. */
export function inlineSmallMaps(folder: string): void {
  for (const name of globSync('**/*.js.map', { cwd: folder })) {
    const path = join(folder, name)
    const module = path.slice(0, -'.map'.length)
    const map = readFileSync(path)
    const code = readFileSync(module, 'utf8')
    const inlined = code.replace(
      /^\/\/# sourceMappingURL=.*$/m,
      () => `//# sourceMappingURL=data:application/json;base64,${map.toString('base64')}`,
    )
    if (blocks(Buffer.byteLength(inlined)) >= blocks(Buffer.byteLength(code)) + blocks(map.length)) continue
    writeFileSync(module, inlined)
    rmSync(path)
  }
}

function blocks(bytes: number): number {
  return Math.ceil(bytes / BLOCK)
}
