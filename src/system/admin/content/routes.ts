export { bulkRoute as contentBulk } from './bulk/route.ts'
export {
  changesRoute as contentChanges,
  discardRoute as contentDiscard,
  publishRoute as contentPublish,
} from './drafts/draft-routes.ts'
export { checkRoute as contentCheck } from './form/check-route.ts'
export {
  copyRoute as contentCopy,
  dialogRoute as contentDialog,
  editRoute as contentEdit,
  newRoute as contentNew,
} from './form/routes.ts'
export {
  createRoute as contentCreate,
  replaceRoute as contentReplace,
  saveRoute as contentSave,
} from './form/save-routes.ts'
export {
  nameVersionRoute as contentNameVersion,
  restoreRoute as contentRestore,
  versionsRoute as contentVersions,
} from './history/routes.ts'
export { listRoute as contentList } from './list/route.ts'
export {
  changeViewRoute as contentChangeView,
  columnsRoute as contentColumns,
  deleteViewRoute as contentDeleteView,
  saveViewRoute as contentSaveView,
} from './list/views-routes.ts'
export { livePreviewRoute as contentLivePreview } from './live-preview/route.ts'
export { nodeFormRoute as contentNodeForm, nodeValuesRoute as contentNodeValues } from './nodes/node-routes.ts'
export { linksRoute as contentLinks } from './options/links-route.ts'
export { optionsRoute as contentOptions } from './options/route.ts'
export { pictureRoute as contentPicture } from './pictures/picture-route.ts'
export { previewRoute as contentPreview } from './preview/route.ts'
export { deleteFormRoute as contentDeleteForm, deleteRoute as contentDelete } from './trash/delete-routes.ts'
export { emptyTrashRoute as contentEmptyTrash, trashRoute as contentTrash } from './trash/routes.ts'
export { usedByRoute as contentUsedBy } from './used-by/route.ts'
