import { anyone, nobody, type PermissionCase, signedIn } from './permission-case.ts'

const unset = { value: {}, revision: null }
const admissionSettings = { broadcasters: unset, chatters: unset }

/** What the people who run the site do, and what is reported to them. operating.test.ts covers who has the rights. */
export const operatingPermissions = {
  getEgress: [{ expect: nobody }],
  raiseEgressBudget: [{ expect: nobody, call: () => ({ body: { gigabytes: 1 } }) }],
  reportEgress: [{ expect: 401, call: () => ({ body: { edge: 'e', run: 'a'.repeat(8), batch: 1, sent: [] } }) }],
  getOperatingRights: [{ expect: signedIn }],
  // operating.test.ts covers those who run the site.
  beginOperating: [
    { expect: nobody, call: async ({ name, sign }) => ({ body: { ...(await sign(name, 'login')), username: name } }) },
  ],
  endOperating: [{ expect: signedIn }],
  listSiteModerators: [{ expect: nobody }],
  appointSiteModerator: [{ expect: nobody }],
  dismissSiteModerator: [{ expect: nobody }],
  // site-settings.test.ts covers operators.
  getSiteSettings: [{ expect: nobody }],
  saveSiteSettings: [
    { expect: nobody, call: () => ({ body: { settings: { name: 'Mine' }, revisions: { name: null } } }) },
  ],
  saveSiteLogo: [{ expect: nobody, call: () => ({ body: { picture: null, revision: null } }) }],
  exportSiteSettings: [{ expect: nobody }],
  importSiteSettings: [{ expect: nobody, call: () => ({ body: { format: 'waggle-site', version: 1, settings: {} } }) }],
  listOperatedBroadcasts: [{ expect: nobody }],
  getOperatedAccount: [{ expect: nobody }],
  getAccountRecord: [{ expect: nobody }],
  previewSiteAction: [{ expect: nobody, call: () => ({ query: 'kind=suspend-chat&username=carol' }) }],
  takeSiteAction: [
    { expect: nobody, call: () => ({ body: { kind: 'suspend-chat', username: 'carol', reason: 'spam' } }) },
  ],
  undoSiteAction: [{ expect: nobody, call: () => ({ params: { actionId: 'none' } }) }],
  listSiteActions: [{ expect: nobody }],
  exportSiteActions: [{ expect: nobody }],
  getMyAdmission: [{ expect: signedIn }],
  // Everybody may broadcast on this site (admission.test.ts covers others).
  requestAdmission: [{ expect: [401, 409, 409, 409, 409, 409, 409, 401], call: () => ({ body: {} }) }],
  acceptInvitation: [
    {
      title: 'that is not there',
      expect: [401, 404, 404, 404, 404, 404, 404, 401],
      call: () => ({ body: { secret: 'x'.repeat(32) } }),
    },
  ],
  // On a public site everybody may enter; private-site.test.ts covers private ones.
  enterSite: [{ expect: signedIn }],
  getEntranceSettings: [{ expect: nobody }],
  updateEntranceSettings: [{ expect: nobody, call: () => ({ body: unset }) }],
  listMembers: [{ expect: nobody }],
  addMember: [{ expect: nobody, call: () => ({ body: {} }) }],
  addMembers: [{ expect: nobody, call: () => ({ body: { usernames: ['carol'] } }) }],
  removeMembers: [{ expect: nobody, call: () => ({ body: { usernames: ['carol'] } }) }],
  removeMember: [{ expect: nobody }],
  getAdmissionSettings: [{ expect: nobody }],
  updateAdmissionSettings: [{ expect: nobody, call: () => ({ body: admissionSettings }) }],
  listAdmissionRequests: [{ expect: nobody }],
  decideAdmissionRequest: [{ expect: nobody, call: () => ({ body: { isApproved: true } }) }],
  listAdmitted: [{ expect: nobody }],
  admitAccount: [{ expect: nobody }],
  withdrawAccount: [{ expect: nobody }],
  listInvitations: [{ expect: nobody }],
  createInvitation: [{ expect: nobody, call: () => ({ body: {} }) }],
  revokeInvitation: [{ expect: nobody, call: () => ({ params: { invitationId: 'none' } }) }],
  report: [{ expect: signedIn, call: () => ({ body: { kind: 'account', username: 'carol', reason: 'spam' } }) }],
  listMyReports: [{ expect: signedIn }],
  createNoticeChallenge: [{ expect: anyone }],
  // notices.test.ts covers what is solved.
  sendNotice: [
    {
      expect: 403,
      call: () => ({
        body: { kind: 'account', username: 'carol', reason: 'spam', challenge: 'none', solution: Array(16).fill(0) },
      }),
    },
  ],
  getNotice: [{ expect: 404, call: () => ({ body: { secret: 'x'.repeat(43) } }) }],
  listMyStatements: [{ expect: signedIn }],
  appeal: [
    {
      expect: [401, 404, 404, 404, 404, 404, 404, 401],
      call: () => ({ params: { actionId: 'none' }, body: { text: 'It was not so.' } }),
    },
  ],
  getSiteFigures: [{ expect: nobody }],
  getSiteHealth: [{ expect: nobody }],
  getSiteStorage: [{ expect: nobody }],
  listReports: [{ expect: nobody }],
  getReportEvidence: [{ expect: nobody, call: () => ({ params: { reportId: 'none' } }) }],
  takeReport: [{ expect: nobody, call: () => ({ params: { reportId: 'none' } }) }],
  giveBackReport: [{ expect: nobody, call: () => ({ params: { reportId: 'none' } }) }],
  closeReport: [{ expect: nobody, call: () => ({ params: { reportId: 'none' }, body: { outcome: 'unfounded' } }) }],
  listAppeals: [{ expect: nobody }],
  decideAppeal: [{ expect: nobody, call: () => ({ params: { actionId: 'none' }, body: { outcome: 'upheld' } }) }],
} satisfies Record<string, PermissionCase[]>
