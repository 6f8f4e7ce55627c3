import { saveFile } from '../download.ts'

export type ImageFormat = 'png' | 'svg'

const margin = 16
const titleHeight = 32
/** Pixels of the PNG for each CSS pixel. */
const density = 2

const shapes = 'path, line, polyline, polygon, circle, rect, text'

/** Presentation set by a stylesheet, which the file has to carry itself. */
const inlined = ['fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width', 'opacity', 'font-family']

function create(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.textContent = text
  return element
}

/** A copy of a drawing that looks the same without the page's stylesheets. */
function standalone(svg: SVGElement): SVGElement {
  const copy = svg.cloneNode(true) as SVGElement
  const copies = copy.querySelectorAll<SVGElement>(shapes)
  for (const [index, original] of [...svg.querySelectorAll(shapes)].entries()) {
    const style = getComputedStyle(original)
    for (const property of inlined)
      copies[index]?.style.setProperty(property, style.getPropertyValue(property).replaceAll('"', "'"))
  }
  return copy
}

/** The plots below a figure with its title and legend, each where it stands on the screen. */
function compose(figure: HTMLElement, title: string): SVGSVGElement {
  const origin = figure.getBoundingClientRect()
  const { color, direction, fontFamily } = getComputedStyle(figure)
  const isRtl = direction === 'rtl'
  const [width, height] = [origin.width + 2 * margin, origin.height + 2 * margin + titleHeight]
  const image = create('svg', { width, height, viewBox: `0 0 ${width} ${height}` }) as SVGSVGElement
  const at = (element: Element) => {
    const { left, right, top, width, height } = element.getBoundingClientRect()
    const start = (isRtl ? right : left) - origin.left + margin
    return {
      start,
      x: left - origin.left + margin,
      y: top - origin.top + margin + titleHeight,
      width,
      height,
    }
  }
  const write = (text: string, x: number, y: number, size: number) =>
    create('text', { x, y, fill: color, direction, 'font-family': fontFamily, 'font-size': size }, text)

  const surface = getComputedStyle(figure.closest('section') ?? figure).backgroundColor
  image.append(
    create('rect', { width, height, fill: surface }),
    write(title, isRtl ? width - margin : margin, margin + 14, 14),
  )
  for (const entry of figure.querySelectorAll<HTMLElement>('fieldset [aria-pressed="true"]')) {
    const { start, y, height } = at(entry)
    const fill = getComputedStyle(entry, '::before').backgroundColor
    const forward = isRtl ? -1 : 1
    image.append(
      create('rect', {
        x: start + (isRtl ? -17 : 9),
        y: y + height / 2 - 4,
        width: 8,
        height: 8,
        rx: 2,
        fill,
      }),
      write(entry.textContent, start + forward * 23, y + height / 2 + 4, 12),
    )
  }
  for (const plot of figure.querySelectorAll<SVGElement>('svg[viewBox]')) {
    const copy = standalone(plot)
    const { x, y } = at(plot)
    copy.setAttribute('x', String(x))
    copy.setAttribute('y', String(y))
    image.append(copy)
  }
  return image
}

async function rasterize(svg: Blob, width: number, height: number): Promise<Blob> {
  const url = URL.createObjectURL(svg)
  const picture = new Image()
  picture.src = url
  await picture.decode()
  const canvas = Object.assign(document.createElement('canvas'), {
    width: width * density,
    height: height * density,
  })
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  URL.revokeObjectURL(url)
  return new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The image is too large')))),
  )
}

/** Saves the plots below an element as an image, in the colours of the current theme. */
export async function saveImage(figure: HTMLElement, title: string, format: ImageFormat): Promise<void> {
  const image = compose(figure, title)
  const svg = new Blob([new XMLSerializer().serializeToString(image)], { type: 'image/svg+xml' })
  const { width, height } = image.viewBox.baseVal
  saveFile(`${title}.${format}`, format === 'svg' ? svg : await rasterize(svg, width, height))
}
