import type { CacheRule } from '../../config/cache.ts'
import { describeAccess } from '../../manifest/describe-access.ts'
import { routeTable } from '../../manifest/endpoints.ts'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { printTable } from '../table.ts'

export const routes = defineCommand({
  name: 'routes',
  summary: 'List every route with its access and cache rules',
  options: {},
  async run(invocation) {
    const { manifest } = await compileProject(invocation)
    return routeTable(manifest).map(({ method, path, access, cache, plugin }) => ({
      method,
      path,
      access: describeAccess(access),
      ...(method === 'GET' && { cache }),
      plugin,
    }))
  },
  print(rows, output) {
    const cells = rows.map(({ method, path, access, cache, plugin }) => [
      method,
      path,
      access,
      cache ? inWords(cache) : '',
      plugin,
    ])
    printTable(['method', 'path', 'access', 'cache', 'plugin'], cells, output)
  },
})

function inWords({ ttl, staleWhileRevalidate = 0 }: CacheRule): string {
  return staleWhileRevalidate > 0 ? `${ttl} s, stale ${staleWhileRevalidate} s` : `${ttl} s`
}
