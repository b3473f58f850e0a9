import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes that a file system gives out at once: a file of 100 takes as much. */
const BLOCK = 4096

/** Puts source maps into their modules where that takes less room on disk than a file of their own. */
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
