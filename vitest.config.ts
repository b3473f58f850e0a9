import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/fixtures/**'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // The product runs as Node runs it: the compiler loads a project's files natively, and they must meet the same
    // instance of `lintel` that it uses itself.
    server: { deps: { external: [/\/src\//] } },
  },
})
