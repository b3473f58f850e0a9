import { groupPlugins, ungroupedParts } from './group-plugins.ts'
import { moveImports } from './move-imports.ts'
import { addPackages, editPackageJson } from './package-json.ts'
import type { ProjectFiles } from './project-files.ts'
import { linesWith, type Upgrade } from './upgrade.ts'

const IMAGE = 'lintel/client/image'
const MEDIA = 'lintel/client/media'
const WEBHOOK = 'lintel/client/webhook'

/** Exports of `lintel/client` that have their own entry since 0.2.0. */
const MOVED = {
  ImageOptions: IMAGE,
  imageUrl: IMAGE,
  SrcsetOptions: IMAGE,
  srcset: IMAGE,
  MediaChanges: MEDIA,
  MediaClient: MEDIA,
  MediaFolder: MEDIA,
  MediaItem: MEDIA,
  MediaItemDetail: MEDIA,
  MediaPage: MEDIA,
  MediaQuery: MEDIA,
  PartsOptions: MEDIA,
  UploadedFile: MEDIA,
  UploadOptions: MEDIA,
  UploadProgress: MEDIA,
  ReceivedWebhook: WEBHOOK,
  verifyWebhook: WEBHOOK,
  WebhookError: WEBHOOK,
  WebhookHeaders: WEBHOOK,
  WebhookMessage: WEBHOOK,
  WebhookOptions: WEBHOOK,
}

/** All changes that affect projects, oldest first. */
export const UPGRADES: readonly Upgrade[] = [
  {
    version: '0.2.0',
    summary:
      'package.json lists the packages that the project shares with Lintel, its development packages, and the version of Node that it needs.',
    edit: (files) =>
      editPackageJson(files, (manifest) => {
        manifest.engines = { ...manifest.engines, node: '>=22.18' }
        if (manifest.allowScripts) delete manifest.allowScripts.node
        addPackages(manifest, 'dependencies', ['drizzle-orm', 'hono', 'zod'])
        addPackages(manifest, 'devDependencies', ['esbuild', 'miniflare'])
        if (usesAvif(files)) addPackages(manifest, 'dependencies', ['@jsquash/avif'])
      }),
  },
  {
    version: '0.2.0',
    summary: 'The package is compiled: tsconfig.json includes none of its files.',
    edit(files) {
      const text = files.read('tsconfig.json')
      if (text === null) return
      const without = text.replace(/,?\s*"node_modules\/lintel\/plugins\/[^"]*"/g, '').replace(/\[\s*,/g, '[')
      if (without !== text) files.change('tsconfig.json', without)
    },
    left: (files) =>
      linesWith(
        files,
        /['"](?:lintel\/(?:src|plugins\/[\w-]+)\/|[./]*node_modules\/lintel\/)/,
        'The package exports none of its files by path: import `lintel`, `lintel/kit` or `lintel/plugins/<name>`.',
      ),
  },
  {
    version: '0.2.0',
    summary: 'Images, media and webhooks have their own entry points, separate from `lintel/client`.',
    edit: (files) => moveImports(files, 'lintel/client', MOVED),
    left: (files) =>
      linesWith(
        files,
        /\bclient\.media\b/,
        "The client has no `media`: `import { mediaClient } from 'lintel/client/media'`, then `mediaClient(client)`.",
      ),
  },
  {
    version: '0.2.0',
    summary: 'The parts of a plugin are in groups: `data`, `http`, `admin` and `operations`.',
    edit: groupPlugins,
    left: ungroupedParts,
  },
]

function usesAvif(files: ProjectFiles): boolean {
  return files.sources.some((path) => files.read(path)?.includes('lintel/plugins/media-avif'))
}
