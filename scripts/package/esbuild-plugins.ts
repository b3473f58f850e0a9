import { readFileSync } from 'node:fs'
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

/** Makes the code of packages small: nobody debugs it here. */
export const minifyPackages: Plugin = {
  name: 'minify-packages',
  setup(builder) {
    builder.onLoad({ filter: /\/node_modules\/.*\.m?js$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), {
        minify: true,
        sourcefile: path,
        legalComments: 'none',
      })
      return { contents: code }
    })
  },
}
