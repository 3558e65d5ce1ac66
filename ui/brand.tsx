import * as styles from './brand.css.ts'
import { branding, product } from './product.ts'

const Blocks = () => (
  <>
    <rect x="8" y="5" width="8" height="6" rx="1.25" />
    <rect x="4" y="13" width="7" height="6" rx="1.25" />
    <rect className={styles.accent} x="13" y="13" width="7" height="6" rx="1.25" />
  </>
)

/** The logo: three stowed blocks on a tile, `faint` on a navy background. */
export const Logo = ({ tile = 'navy' }: { tile?: 'navy' | 'faint' }) => {
  if (branding.logo) return <img className={styles.picture} src={branding.logo} alt="" />
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden>
      <rect className={styles.tile[tile]} width="24" height="24" rx="5" />
      <Blocks />
    </svg>
  )
}

/** Logo with the product's name. */
export const Wordmark = ({ tile }: { tile?: 'navy' | 'faint' }) => (
  <span className={styles.wordmark}>
    <Logo {...(tile && { tile })} />
    {product}
  </span>
)

/** Side view of stacked blocks, one letter each: brightness, or `x` for the highlighted ones. */
const blockRows = ['.ab.....', 'bac.d...', 'acaad.b.', 'bbccbbc.', 'baxdabac', 'abddcxab']
const opacities: Record<string, number> = { a: 0.05, b: 0.08, c: 0.11, d: 0.16, x: 0.65 }

export const SignInIllustration = () => (
  <svg className={styles.stack} viewBox="0 0 544 312" aria-hidden>
    {blockRows.flatMap((row, y) =>
      [...row].map((letter, x) => {
        const opacity = opacities[letter]
        const className = letter === 'x' ? styles.accent : undefined
        return (
          opacity && (
            <rect
              key={`${x} ${y}`}
              className={className}
              fillOpacity={opacity}
              x={4 + x * 68}
              y={2 + y * 52}
              width="60"
              height="44"
              rx="4"
            />
          )
        )
      }),
    )}
  </svg>
)
