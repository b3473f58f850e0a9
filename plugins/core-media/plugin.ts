import { definePlugin } from 'lintel'
import { log } from 'lintel/kit'
import { bucketFiles, integrity } from './library/integrity.ts'
import { mediaTarget } from './library/reference.ts'
import { trackUsage } from './library/usage.ts'
import { usageStatements } from './library/usage-rows.ts'
import { URL_SECRET } from './serve/signed-url.ts'
import { settings } from './settings.ts'
import {
  media,
  mediaDeletions,
  mediaFiles,
  mediaFolders,
  mediaJobs,
  mediaUploadParts,
  mediaUploads,
  mediaUsages,
  mediaVariants,
} from './tables.ts'

export default definePlugin({
  name: 'core-media',
  version: '1.0.0-beta.1',
  description: 'Uploads, the media library, and serving of files.',
  settings,
  services: { media: async (c) => (await import('./service.ts')).mediaService(c) },
  data: {
    tables: {
      mediaFiles,
      media,
      mediaFolders,
      mediaUsages,
      mediaUploads,
      mediaUploadParts,
      mediaJobs,
      mediaDeletions,
      mediaVariants,
    },
    collectionColumns: { media_usages: ['collection_id'] },
    // These tables tell whether a file is private, and which files are deleted from the bucket.
    accessTables: ['media_deletions', 'media_files'],
    targets: { media: mediaTarget },
    integrity,
    bucketFiles,
    imported: ({ collection, documents }) => usageStatements(collection, documents),
  },
  http: {
    routes: () => import('./all-routes.ts'),
    hooks: {
      'content:save': trackUsage,
      'content:delete': trackUsage,
      'content:purge': trackUsage,
      'media:upload': async (event, c) => (await import('./images/thumbnail.ts')).thumbnailOnUpload(event, c),
    },
  },
  admin: {
    pages: {
      library: {
        path: '/admin/media/',
        label: 'Media',
        icon: 'image',
        group: 'content',
        order: 20,
        access: ['editor'],
        pages: [
          { path: '/admin/media/upload', label: 'Upload' },
          { path: '/admin/media/settings', label: 'Settings' },
        ],
      },
    },
    messages: { de: () => import('./messages/de.ts') },
  },
  operations: {
    opens: { storageProvider: 'other', s3: 'other', allowedTypes: 'more', signedUrlLifetime: 'more' },
    secrets: { [URL_SECRET]: { generate: true, description: 'signs addresses of private files' } },
    cron: {
      jobs: { everyMinutes: 1, run: async (c) => (await import('./jobs/run.ts')).resumeJobs(c) },
      thumbnails: { everyMinutes: 10, run: async (c) => (await import('./images/thumbnail.ts')).retryThumbnails(c) },
      deletions: { everyMinutes: 1, run: async (c) => (await import('./storage/deletions.ts')).retryDeletions(c) },
      abandon: {
        everyMinutes: 60,
        run: async (c) => {
          const { abandonExpired } = await import('./direct/abandon.ts')
          const uploads = await abandonExpired(c)
          if (uploads > 0) log(c, 'info', { type: 'media', abandoned: uploads })
        },
      },
      sweep: {
        everyMinutes: 1440,
        run: async (c) => {
          const { sweepAll } = await import('./sweep/sweep.ts')
          const { count, isWhole } = await sweepAll(c)
          if (count > 0 || !isWhole) log(c, isWhole ? 'info' : 'warn', { type: 'media', swept: count, isWhole })
        },
      },
    },
    queues: {
      jobs: { run: async (c, id) => (await import('./jobs/run.ts')).runJob(c, String(id)) },
      thumbnails: { run: async (c, id) => (await import('./images/thumbnail.ts')).makeThumbnailOf(c, String(id)) },
    },
  },
})
