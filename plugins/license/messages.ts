// backend/configured-license.ts
export const consoleCannotStoreLicense = 'This console cannot store a license'

// backend/license-key.ts
export const notLicenseKey = 'This is not a license key: a key has three parts separated by dots'
export const keyNotSignedWithEs384 = 'The key is not signed with ES384, as licenses are'
export const signatureInvalid = 'The signature is not valid: the key was changed, or signed by another issuer'
export const claimInvalid = (name: string) => `The key has no valid ${name}`
export const licenseExpiredOn = (day: string) => `This license expired on ${day}`
export const licenseNotYetValid = (day: string) =>
  `This license is not valid before ${day}: check the clock of the console`

// backend/public-key.ts
export const fileUnreadable = (code: string) => `the file cannot be read (${code})`
export const fileWithoutPublicKey = 'the file contains no public key (PEM) on the curve P-384'
export const publicKeyFileHelp = 'PEM file with the public key (curve P-384) that verifies licenses.'

// config.ts
export const licenseKeyHelp =
  'License key of the storage, shown on the License page. `MINIO_SUBNET_LICENSE` in the file that `MINIO_CONFIG_ENV_FILE` names takes precedence.'
export const minioLicenseFileHelp = "The storage server's own file of variables."

// kubernetes/index.ts
export const activateNewKey = 'If you have a new key, enter it with Activate'

// no-service.ts
export const noLicenseService = 'This console calls no license service. It verifies keys locally.'

// pages/activate.tsx
export const keyVerifiedLocally = 'This console verifies the key locally and stores it in a secret of its namespace'

// pages/license.tsx
export const clusterHasNoCommercialLicense =
  'This cluster has no commercial license of the storage server. Activate a key to add one. This console verifies it and sends nothing anywhere.'
export const storageHasNoCommercialLicense =
  'This storage has no commercial license. To add one, start the console with the key in CONSOLE_SUBNET_LICENSE. This console verifies it and sends nothing anywhere.'
export const licensePageHelp =
  'License and plans of the MinIO storage server, sold by MinIO, Inc. This console is free software and needs no license key.'
export const licenseExpiresOn = (inDays: string, expires_at: string) =>
  `The license expires ${inDays}, on ${expires_at}`
export const minioPlans = 'Plans of MinIO, Inc.'
export const agplName = 'GNU Affero General Public License version 3'

// pages/plan-table.tsx
export const activateKeyToRenew = 'To renew it, activate a new key'
