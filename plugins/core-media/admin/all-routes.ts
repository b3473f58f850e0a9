/**
 * Routes of the library in the admin: its pages, and their JSON responses to programs. They need the role `editor`,
 * which is built in and has `media.*`: this covers every permission that the API asks for.
 */

export { bulkRoute as adminBulk } from './bulk-route.ts'
export {
  changeFormRoute as adminChangeForm,
  changeRoute as adminChange,
  detailsRoute as adminDetails,
  removeFormRoute as adminRemoveForm,
  removeRoute as adminRemove,
} from './details-routes.ts'
export {
  changeFolderRoute as adminChangeFolder,
  newFolderRoute as adminNewFolder,
  removeFolderRoute as adminRemoveFolder,
} from './folder-routes.ts'
export { libraryRoute as adminLibrary, searchRoute as adminSearch } from './library-routes.ts'
export { cropPageRoute as adminCropPage, cropRoute as adminCrop, jobRoute as adminJob } from './process-routes.ts'
export { settingsRoute as adminSettings, sweepFormRoute as adminSweep } from './settings-routes.ts'
export { uploadPageRoute as adminUploadPage, uploadRoute as adminUpload } from './upload-routes.ts'
