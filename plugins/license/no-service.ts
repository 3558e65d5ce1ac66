import * as messages from './messages.ts'

/** Why a license cannot be renewed automatically. */
export const noService = messages.noLicenseService
