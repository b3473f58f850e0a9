export { bulkRoute as contentBulk } from './bulk-route.ts'
export { checkRoute as contentCheck } from './check-route.ts'
export { deleteFormRoute as contentDeleteForm, deleteRoute as contentDelete } from './delete-routes.ts'
export {
  changesRoute as contentChanges,
  discardRoute as contentDiscard,
  publishRoute as contentPublish,
} from './drafts/draft-routes.ts'
export {
  copyRoute as contentCopy,
  dialogRoute as contentDialog,
  editRoute as contentEdit,
  newRoute as contentNew,
} from './form-routes.ts'
export { linksRoute as contentLinks } from './links/links-route.ts'
export { listRoute as contentList } from './list-route.ts'
export { livePreviewRoute as contentLivePreview } from './live-preview/route.ts'
export { nodeFormRoute as contentNodeForm, nodeValuesRoute as contentNodeValues } from './nodes/node-routes.ts'
export { optionsRoute as contentOptions } from './options-route.ts'
export { pictureRoute as contentPicture } from './pictures/picture-route.ts'
export { previewRoute as contentPreview } from './preview-route.ts'
export {
  createRoute as contentCreate,
  replaceRoute as contentReplace,
  saveRoute as contentSave,
} from './save-routes.ts'
export { emptyTrashRoute as contentEmptyTrash, trashRoute as contentTrash } from './trash-routes.ts'
export { usedByRoute as contentUsedBy } from './used-by-route.ts'
export {
  nameVersionRoute as contentNameVersion,
  restoreRoute as contentRestore,
  versionsRoute as contentVersions,
} from './versions-routes.ts'
export {
  changeViewRoute as contentChangeView,
  columnsRoute as contentColumns,
  deleteViewRoute as contentDeleteView,
  saveViewRoute as contentSaveView,
} from './views-routes.ts'
