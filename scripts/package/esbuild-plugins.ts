import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Plugin, transform } from 'esbuild'
import { FOR_NODE } from './dependencies.ts'

const named = new RegExp(`^(?:${FOR_NODE.join('|')})$`)

/** Imports packages for Node from files of their own, by their names in `imports` of package.json. */
export const leaveToNode: Plugin = {
  name: 'leave-to-node',
  setup(builder) {
    builder.onResolve({ filter: named }, ({ path }) => ({ path: `#packages/${path}`, external: true }))
  },
}

/** Gives a bundled CommonJS package the named exports that Node recognizes. */
export const withNamedExports: Plugin = {
  name: 'with-named-exports',
  setup(builder) {
    builder.onResolve({ filter: named }, ({ path, kind }) =>
      kind === 'entry-point' ? { path, namespace: 'named' } : undefined,
    )
    builder.onLoad({ filter: named, namespace: 'named' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => !/^(?:default|module\.exports)$/.test(name))
      const contents = `import whole from ${JSON.stringify(path)}\nexport const { ${names.join(', ')} } = whole\n`
      return { contents, resolveDir: import.meta.dirname }
    })
  },
}

/** Minifies the code of packages, and leaves it out of the source maps, since nobody debugs it here. */
export const minifyPackages: Plugin = {
  name: 'minify-packages',
  setup(builder) {
    builder.onLoad({ filter: /\/(?:node_modules|dist\/mcp)\/.*\.m?js$/ }, async ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const { code } = await transform(text, { minify: true, sourcefile: path, legalComments: 'none' })
      return { contents: `${code}\n${emptyMap(basename(path), code.split('\n').length)}` }
    })
  },
}

/**
 * Returns a source map whose only position is after the code, so that it maps no code. The bundler would ignore a map
 * without positions.
 * @param lines number of lines of the code
 */
function emptyMap(name: string, lines: number): string {
  const mappings = `${';'.repeat(lines + 1)}AAAA`
  const map = JSON.stringify({ version: 3, sources: [name], sourcesContent: [''], names: [], mappings })
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`
}

/** Removes the comments from TypeScript's own declarations, which are more than half of their size. */
export const shortDeclarations: Plugin = {
  name: 'short-declarations',
  setup(builder) {
    builder.onLoad({ filter: /\/ts-morph-common\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/^\s+text: (".*"),?$/gm, (line, literal: string) => {
        const short = (JSON.parse(literal) as string).replace(/\/\*[\s\S]*?\*\//g, '').replace(/\n\s+/g, '\n') // a JSON string
        return line.replace(literal, () => JSON.stringify(short))
      }),
    }))
  },
}
