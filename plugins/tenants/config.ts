import { type ConfigValues, licensePublicKey, type PluginConfig } from 'stowage/server'

export const config = { publicKey: licensePublicKey } satisfies PluginConfig

export type TenantsConfig = ConfigValues<typeof config>
