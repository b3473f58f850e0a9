/** Script of the live preview, loaded when it is opened: `content/live-preview.ts`. */
import './live-preview/start.ts'
