import { initialState } from '../core/web/initial-state.ts'
import { withServer } from './servers.ts'

/** Name, logo, text and help of this deployment. */
export const branding = initialState.branding ?? {}

export const product = branding.name ?? 'Stowage'

/** MinIO documentation, with the parameter that identifies the referring console (spec/1 2.5). */
export const documentationUrl = (operator: boolean) => `https://docs.min.io/?ref=${operator ? 'operator' : 'console'}`

export const licenseUrl = 'https://www.gnu.org/licenses/agpl-3.0.html'

/** Title of the browser tab: page, server if there are several, product. */
export const pageTitle = (page: string, operator = false) =>
  `${withServer(page)} · ${operator ? `${product} Operator` : product}`
