/** Event on the document that opens the preview, or closes it. */
export const TOGGLE = 'lintel:preview'
