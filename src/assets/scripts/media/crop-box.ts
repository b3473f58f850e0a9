/** A part of a picture, in its pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Moves a box, keeping it within the picture. */
export function moveBox(box: Box, across: number, down: number, picture: Size): Box {
  return {
    ...box,
    x: Math.round(clamp(box.x + across, 0, picture.width - box.width)),
    y: Math.round(clamp(box.y + down, 0, picture.height - box.height)),
  }
}

/**
 * Moves one corner of a box, while the opposite one stays. The result is within the picture and has the requested
 * shape.
 * @param ratio width to height; `null` for any
 */
export function moveCorner(
  box: Box,
  corner: 'start' | 'end',
  { across, down }: { readonly across: number; readonly down: number },
  { picture, ratio }: { readonly picture: Size; readonly ratio: number | null },
): Box {
  const isStart = corner === 'start'
  const right = box.x + box.width
  const bottom = box.y + box.height
  const room = isStart
    ? { width: right, height: bottom }
    : { width: picture.width - box.x, height: picture.height - box.y }
  const requested = {
    width: clamp(box.width + (isStart ? -across : across), 1, room.width),
    height: clamp(box.height + (isStart ? -down : down), 1, room.height),
  }
  const { width, height } = ratio === null ? requested : shaped(requested, ratio, room)
  const size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
  return isStart ? { ...size, x: right - size.width, y: bottom - size.height } : { ...size, x: box.x, y: box.y }
}

/** Returns the smallest box of a shape that covers another one, around its middle, as far as the picture allows. */
export function shapeBox(box: Box, ratio: number, picture: Size): Box {
  const { width, height } = shaped(box, ratio, picture)
  const size = { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
  const at = { x: box.x + (box.width - size.width) / 2, y: box.y + (box.height - size.height) / 2 }
  return moveBox({ ...size, ...at }, 0, 0, picture)
}

/** Returns the smallest size of an aspect ratio that contains the requested size, limited by the available room. */
function shaped({ width, height }: Size, ratio: number, room: Size): Size {
  const wide = Math.max(width, height * ratio)
  const fitting = Math.min(wide, room.width, room.height * ratio)
  return { width: fitting, height: fitting / ratio }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most))
}
