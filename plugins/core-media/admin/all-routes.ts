/**
 * The library's pages in the admin, and what they answer programs. They are for the role `editor`, which is built in and
 * holds `media.*`: what the API asks a permission for, whoever gets here has.
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
