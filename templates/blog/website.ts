/** Address of the website. The admin's Preview button opens it with a token for the draft. */
export const WEBSITE = 'http://localhost:4321'
