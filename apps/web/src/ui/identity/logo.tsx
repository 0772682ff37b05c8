import styles from './logo.module.css'

/** A honeycomb cell with the path of the waggle dance in it. */
export function LogoMark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <path d="M16 1.5 28.6 8.75v14.5L16 30.5 3.4 23.25V8.75Z" fill="var(--accent-fill)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="2.6" strokeLinecap="round">
        <path d="M10.2 12.2c2-2.6 4.2-2.6 5.8 0s3.8 2.6 5.8 0" />
        <path d="M10.2 19.4c2-2.6 4.2-2.6 5.8 0s3.8 2.6 5.8 0" />
      </g>
    </svg>
  )
}

/** `picture`: of a site that has one of its own. */
export function Logo({ name, picture }: { name: string; picture?: string | undefined }) {
  return (
    <span className={styles.logo}>
      {picture === undefined ? (
        <LogoMark className={styles.mark} />
      ) : (
        <img className={styles.picture} src={picture} alt="" />
      )}
      <span className={styles.name}>{name}</span>
    </span>
  )
}
