/** The behavior of the media library in a browser: loaded on its pages, and with the dialog that chooses from it. */
import './media/address.ts'
import './media/crop.ts'
import './media/focal-point.ts'
import './media/selection.ts'
import './media/upload-page.ts'
import './media/uploader.ts'
