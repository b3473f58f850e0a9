/** The address of the website. The button Preview in the admin leads there, with the token of a draft. */
export const WEBSITE = 'http://localhost:4321'
