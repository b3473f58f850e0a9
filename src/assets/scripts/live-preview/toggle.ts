/** Event on the document that opens or closes the preview. */
export const TOGGLE = 'lintel:preview'
