import type { AdminPage } from '../../../config/plugin.ts'
import type { Route } from '../../../config/route.ts'
import { bulkRoute } from './bulk-route.ts'
import { checkRoute } from './check-route.ts'
import { deleteFormRoute, deleteRoute } from './delete-routes.ts'
import { copyRoute, dialogRoute, editRoute, newRoute } from './form-routes.ts'
import { listRoute } from './list-route.ts'
import { optionsRoute } from './options-route.ts'
import { previewRoute } from './preview-route.ts'
import { createRoute, replaceRoute, saveRoute } from './save-routes.ts'
import { usedByRoute } from './used-by-route.ts'
import { restoreRoute, versionsRoute } from './versions-routes.ts'
import { changeViewRoute, columnsRoute, deleteViewRoute, saveViewRoute } from './views-routes.ts'

/** The line of the menu that leads to the content. */
export const contentPage: AdminPage = {
  path: '/admin/content/',
  label: 'Content',
  icon: 'file-text',
  group: 'content',
  order: 10,
  access: ['editor'],
}

/** Everything below `/admin/content`. */
export const contentRoutes: Readonly<Record<string, Route>> = {
  contentList: listRoute,
  contentNew: newRoute,
  contentDialog: dialogRoute,
  contentOptions: optionsRoute,
  contentCreate: createRoute,
  contentBulk: bulkRoute,
  contentColumns: columnsRoute,
  contentSaveView: saveViewRoute,
  contentChangeView: changeViewRoute,
  contentDeleteView: deleteViewRoute,
  contentCheck: checkRoute,
  contentCopy: copyRoute,
  contentEdit: editRoute,
  contentSave: saveRoute,
  contentReplace: replaceRoute,
  contentDelete: deleteRoute,
  contentDeleteForm: deleteFormRoute,
  contentVersions: versionsRoute,
  contentRestore: restoreRoute,
  contentPreview: previewRoute,
  contentUsedBy: usedByRoute,
}
