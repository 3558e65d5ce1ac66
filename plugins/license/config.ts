import * as v from 'valibot'
import { type ConfigValues, type PluginConfig, readConfigEnv } from 'stowage/server'
import { fileText, licensePublicKey } from './backend/public-key.ts'
import * as messages from './messages.ts'

export const config = {
  text: {
    name: 'CONSOLE_SUBNET_LICENSE',
    schema: v.string(),
    isSecret: true,
    help: messages.licenseKeyHelp,
  },
  textInFile: {
    name: 'MINIO_CONFIG_ENV_FILE',
    schema: v.pipe(
      v.string(),
      fileText,
      v.transform((text) => readConfigEnv(text).get('MINIO_SUBNET_LICENSE')),
    ),
    help: messages.minioLicenseFileHelp,
  },
  publicKey: licensePublicKey,
} satisfies PluginConfig

export type LicenseConfig = ConfigValues<typeof config>
