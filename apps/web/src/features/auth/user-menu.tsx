import { pagePaths, watchPath } from '@waggle/contract/pages/page-addresses'
import { KeyRound, LayoutDashboard, LogOut, MonitorSmartphone, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../lib/api/api.ts'
import { switchTheme, theme, themes } from '../../lib/browser/theme.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { useSessionStore } from '../../session/session.tsx'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { accountTexts } from '../../texts/account/account-menu.ts'
import { type Language, language, languages, switchLanguage } from '../../texts/language/language.ts'
import { rightsTexts } from '../../texts/operating/rights.ts'
import { siteTexts } from '../../texts/site.ts'
import { Menu } from '../../ui/surfaces/menu.tsx'
import styles from './user-menu.module.css'

/** Who runs the site changes seldom. */
const rightsKnownMs = 60_000

/** Where a user goes from any page, the language, the theme and the logout. It opens as it comes. */
export function UserMenu({
  user,
  look,
  children,
}: {
  user: string
  /** The class of its button. */
  look: string | undefined
  /** Called where its code does not arrive. */
  onClose: () => void
  children: ReactNode
}) {
  const [, navigate] = useLocation()
  const session = useSessionStore()
  const { theme: chosenTheme } = useStore(theme)
  const { data: rights } = useSessionQuery({
    queryKey: ['operating', 'rights', user],
    isSecondary: true,
    staleTime: rightsKnownMs,
    request: (token, signal) => api('getOperatingRights', { token, signal }),
  })
  return (
    <Menu
      label={accountTexts.accountMenu(user)}
      isOpenAtFirst
      buttonClassName={look}
      header={
        <>
          <span className={styles.signedIn}>{accountTexts.signedInAs}</span>
          <strong className={styles.name}>@{user}</strong>
        </>
      }
      items={[
        {
          key: 'dashboard',
          label: accountTexts.dashboard,
          icon: <LayoutDashboard size={18} aria-hidden="true" />,
          onSelect: () => navigate(pagePaths.dashboard),
        },
        {
          key: 'profile',
          label: accountTexts.profile,
          icon: <UserRound size={18} aria-hidden="true" />,
          onSelect: () => navigate(watchPath(user)),
        },
        {
          key: 'stream-key',
          label: accountTexts.streamKey,
          icon: <KeyRound size={18} aria-hidden="true" />,
          onSelect: () => navigate(pagePaths.streamKey),
        },
        {
          key: 'sessions',
          label: accountTexts.sessions,
          icon: <MonitorSmartphone size={18} aria-hidden="true" />,
          onSelect: () => navigate(pagePaths.sessions),
        },
        ...(rights && rights.role !== null
          ? [
              {
                key: 'operate',
                label: rightsTexts.runSite,
                icon: <ShieldCheck size={18} aria-hidden="true" />,
                onSelect: () => navigate(pagePaths.operate),
              },
            ]
          : []),
        ...(Object.keys(languages).length > 1 ? Object.entries(languages) : []).map(([tag, name]) => ({
          key: tag,
          group: siteTexts.language,
          label: <span lang={tag}>{name}</span>,
          isChecked: tag === language,
          onSelect: () => switchLanguage(tag as Language),
        })),
        ...themes.map((choice) => ({
          key: choice,
          group: siteTexts.theme,
          label: siteTexts.themes[choice],
          isChecked: choice === chosenTheme,
          onSelect: () => switchTheme(choice),
        })),
        {
          key: 'logout',
          label: accountTexts.logout,
          icon: <LogOut size={18} aria-hidden="true" />,
          isSeparated: true,
          onSelect: () => session.logout(),
        },
      ]}
    >
      {children}
    </Menu>
  )
}
