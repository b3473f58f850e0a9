/**
 * The library's pages in the admin, and what they answer programs. They are for the role `editor`, which is built in and
 * holds `media.*`: what the API asks a permission for, whoever gets here has.
 */
import { bulkRoute } from './bulk-route.ts'
import { changeFormRoute, changeRoute, detailsRoute, removeFormRoute, removeRoute } from './details-routes.ts'
import { changeFolderRoute, newFolderRoute, removeFolderRoute } from './folder-routes.ts'
import { libraryRoute, searchRoute } from './library-routes.ts'
import { cropPageRoute, cropRoute, jobRoute } from './process-routes.ts'
import { settingsRoute, sweepFormRoute } from './settings-routes.ts'
import { uploadPageRoute, uploadRoute } from './upload-routes.ts'

export const adminRoutes = {
  adminLibrary: libraryRoute,
  adminSearch: searchRoute,
  adminDetails: detailsRoute,
  adminChange: changeRoute,
  adminChangeForm: changeFormRoute,
  adminRemove: removeRoute,
  adminRemoveForm: removeFormRoute,
  adminBulk: bulkRoute,
  adminNewFolder: newFolderRoute,
  adminChangeFolder: changeFolderRoute,
  adminRemoveFolder: removeFolderRoute,
  adminUploadPage: uploadPageRoute,
  adminUpload: uploadRoute,
  adminCropPage: cropPageRoute,
  adminCrop: cropRoute,
  adminJob: jobRoute,
  adminSettings: settingsRoute,
  adminSweep: sweepFormRoute,
}
