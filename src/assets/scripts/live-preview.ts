/** The website's page beside a document's form, loaded where it is opened: `content/live-preview.ts`. */
import './live-preview/start.ts'
