/** Script of the media library, loaded on its pages and with its dialog. */
import './media/address.ts'
import './media/crop.ts'
import './media/focal-point.ts'
import './media/selection.ts'
import './media/upload-page.ts'
import './media/uploader.ts'
