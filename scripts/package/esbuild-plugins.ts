import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Plugin, transform } from 'esbuild'
import { FOR_NODE } from './dependencies.ts'

const named = new RegExp(`^(?:${FOR_NODE.join('|')})$`)

/** Leaves packages for Node to files of their own, by the address that `imports` of package.json gives them. */
export const leaveToNode: Plugin = {
  name: 'leave-to-node',
  setup(builder) {
    builder.onResolve({ filter: named }, ({ path }) => ({ path: `#packages/${path}`, external: true }))
  },
}

/** Gives a CommonJS package the exports that Node sees in it. */
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

/** Makes the code of packages small, and leaves it out of the source maps: nobody debugs it here. */
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
 * A source map whose one position lies after the code, so that nothing in it has any; the bundler takes a map without
 * positions for none.
 * @param lines of the code
 */
function emptyMap(name: string, lines: number): string {
  const mappings = `${';'.repeat(lines + 1)}AAAA`
  const map = JSON.stringify({ version: 3, sources: [name], sourcesContent: [''], names: [], mappings })
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`
}

/** Takes the comments out of TypeScript's own declarations, of which they are more than half. */
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
