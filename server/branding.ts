import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Branding } from '../core/protocol/branding.ts'
import { StartError } from '../engines/start-error.ts'
import { type Environment, parsed } from './environment.ts'
import type * as values from './values.ts'
import {
  logoTooLarge,
  fileUnreadable,
  logoTypeInvalid,
  brandLinkInvalid,
  brandTextInvalid,
  brandColorTooLight,
  brandColorInvalid,
} from './messages.ts'

/** A picture that is served below `/assets/`. */
export type BrandLogo = { path: string; type: string; bytes: Buffer }

/** Branding of a deployment, with its logo and its color as `#rrggbb`. */
export type BrandSettings = Omit<Branding, 'logo'> & { logo?: BrandLogo | undefined; color?: string | undefined }

const MAX_LOGO = 64 * 1024
const types: Readonly<Record<string, string>> = { '.svg': 'image/svg+xml', '.png': 'image/png', '.webp': 'image/webp' }

/** Lowest-contrast text on the brand's color: `brand.muted` of the dark theme. */
export const MUTED_TEXT = '#A9BBE0'

/** Minimum contrast of texts (WCAG 2.2, 1.4.3). */
const LEAST = 4.5

/** Relative luminance of `#rrggbb`, from 0 to 1. */
const luminance = (color: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colors, from 1 to 21. */
export const contrastOf = (one: string, other: string) => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

const color = ({ name, text }: values.Setting) => {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new StartError(brandColorInvalid(name, text))
  const contrast = contrastOf(text, MUTED_TEXT)
  if (contrast < LEAST) throw new StartError(brandColorTooLight(name, text, contrast.toFixed(1), LEAST))
  return text
}

const line =
  (maxLength: number) =>
  ({ name, text }: values.Setting) => {
    if (text.length > maxLength || /\p{Cc}/u.test(text)) throw new StartError(brandTextInvalid(name, maxLength))
    return text
  }

const help = ({ name, text }: values.Setting) => {
  const isAddress = URL.canParse(text) && /^(https?|mailto):$/.test(new URL(text).protocol)
  if (!isAddress) throw new StartError(brandLinkInvalid(name, text))
  return text
}

const logo = ({ name, text: file }: values.Setting): BrandLogo => {
  const type = types[extname(file).toLowerCase()]
  if (!type) throw new StartError(logoTypeInvalid(name, file))
  const read = () => {
    try {
      return readFileSync(file)
    } catch (error) {
      throw new StartError(fileUnreadable(name, file, (error as NodeJS.ErrnoException).code))
    }
  }
  const bytes = read()
  if (bytes.length > MAX_LOGO) throw new StartError(logoTooLarge(name, file, MAX_LOGO / 1024))
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return { path: `assets/brand-${hash}${extname(file).toLowerCase()}`, type, bytes }
}

/** Reads `CONSOLE_BRAND_*`; `undefined` if none is set. Throws `StartError`. */
export const brandSettings = (environment: Environment): BrandSettings | undefined => {
  const settings = {
    name: parsed(environment, 'CONSOLE_BRAND_NAME', line(40)),
    logo: parsed(environment, 'CONSOLE_BRAND_LOGO', logo),
    color: parsed(environment, 'CONSOLE_BRAND_COLOR', color),
    text: parsed(environment, 'CONSOLE_BRAND_TEXT', line(300)),
    support: parsed(environment, 'CONSOLE_BRAND_SUPPORT', help),
  }
  return Object.values(settings).some((one) => one !== undefined) ? settings : undefined
}
