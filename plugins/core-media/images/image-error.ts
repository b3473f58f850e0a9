/** Why nothing can be made of an image, in words for whoever uploaded it. */
export class ImageError extends Error {}
