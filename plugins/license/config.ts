import * as v from 'valibot'
import { type ConfigValues, fileText, licensePublicKey, type PluginConfig, readConfigEnv } from 'stowage/server'

export const config = {
  text: {
    name: 'CONSOLE_SUBNET_LICENSE',
    schema: v.string(),
    isSecret: true,
    help: 'License key of the storage, shown on the License page. `MINIO_SUBNET_LICENSE` in the file that `MINIO_CONFIG_ENV_FILE` names takes precedence.',
  },
  textInFile: {
    name: 'MINIO_CONFIG_ENV_FILE',
    schema: v.pipe(
      v.string(),
      fileText,
      v.transform((text) => readConfigEnv(text).get('MINIO_SUBNET_LICENSE')),
    ),
    help: "The storage server's own file of variables.",
  },
  publicKey: licensePublicKey,
} satisfies PluginConfig

export type LicenseConfig = ConfigValues<typeof config>
