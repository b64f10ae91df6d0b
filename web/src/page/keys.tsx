// API keys: made, shown once, revoked.
import { useState } from 'preact/hooks';
import { get, post, remove } from '../api/client';
import type { NewKey } from '../api/types';
import { useList } from '../api/list';
import { useDoing } from '../api/load';
import { signIn, useAccess } from '../api/session';
import type { ApiKey } from '../api/types';
import { compact, count } from '../format';
import { Choice, Dialog, Field } from '../part/form';
import { WhenLoaded } from '../part/loaded';
import { Command, Empty, ProblemNote } from '../part/notice';
import { Page } from '../part/page';
import { DataTable } from '../part/table';
import { Name, Time } from '../part/text';

type Scope = ApiKey['scope'];
const scopes: readonly (readonly [Scope, string])[] = [
  ['read', 'read: look'],
  ['write', 'write: send results, compare'],
  ['admin', 'admin: keys, retention, audit too'],
];

function Make({
  first,
  onClose,
  onMade,
}: {
  first: boolean;
  onClose: () => void;
  onMade: (key: NewKey) => void;
}) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>(first ? 'admin' : 'write');
  const [until, setUntil] = useState('');
  const doing = useDoing();
  const make = () =>
    void doing.run(async () => {
      onMade(
        await post('/api/v1/keys', {
          body: {
            name,
            scope,
            ...(until ? { expires_at: new Date(`${until}T23:59:59`).toISOString() } : {}),
          },
        }),
      );
    });
  return (
    <Dialog title="Make a key" open onClose={onClose} doing={doing} submit="Make the key" onSubmit={make}>
      {first && (
        <p>
          The first key closes the server: from then on everyone needs one, this page too. It is an admin key:
          keep it well.
        </p>
      )}
      <Field
        label="Name"
        name="name"
        value={name}
        onInput={setName}
        problem={doing.problem}
        required
        autoFocus
        hint="Who or what uses it, such as ci."
      />
      {!first && <Choice label="Scope" value={scope} options={scopes} onChange={setScope} />}
      <Field
        label="Valid until"
        name="expires_at"
        type="date"
        value={until}
        onInput={setUntil}
        problem={doing.problem}
        hint="Optional; the end of that day where you are."
      />
    </Dialog>
  );
}

export function KeysPage() {
  const { who, canAdmin, setWho } = useAccess();
  const list = useList('keys', canAdmin ? 'keys' : null, (cursor, signal) =>
    get('/api/v1/keys', { query: { order: 'desc', limit: 500, cursor }, signal }),
  );
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<NewKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const doing = useDoing();
  if (!canAdmin) {
    return (
      <Page title="Keys">
        <Empty title="Keys are for admins">
          <p>
            Your key may {who.scope}. Somebody with an admin key can make and revoke keys here, or with plumb
            key on the server.
          </p>
        </Empty>
      </Page>
    );
  }
  const keep = (key: NewKey) => {
    setMade(key);
    setMaking(false);
    // The first key closes an open server; whoever made it stays in by signing in with it.
    const { key: secret } = key;
    if (who.state === 'open' && secret)
      void doing.run(async () => {
        setWho(await signIn(secret));
        list.reload();
      });
    else list.reload();
  };
  const revoke = (key: ApiKey) =>
    void doing.run(async () => {
      await remove('/api/v1/keys/{key_id}', { path: { key_id: key.id } });
      setRevoking(null);
      list.reload();
    });
  return (
    <Page
      title="Keys"
      lead="Who may ask this server, and how much. A key is shown once; the server keeps its hash alone."
      actions={
        <button type="button" class="button button-main" onClick={() => setMaking(true)}>
          Make a key
        </button>
      }
    >
      <div class="stack">
        {made?.key && (
          <div class="secret" role="status">
            <p>
              The key{' '}
              <b>
                <Name text={made.name} />
              </b>
              , shown this once. Keep it now:
            </p>
            <Command text={made.key} />
          </div>
        )}
        {doing.problem && !revoking && <ProblemNote problem={doing.problem} />}
        <WhenLoaded load={list} what="keys">
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No keys yet">
                <p>The server is open to this machine alone. Make a key before others use it.</p>
              </Empty>
            ) : (
              <DataTable
                id="keys"
                name="Keys"
                list={list}
                rows={items}
                keyOf={(row) => row.id}
                columns={[
                  {
                    id: 'name',
                    title: 'Key',
                    value: (row) => row.name,
                    show: (row) => <Name text={row.name} />,
                  },
                  {
                    id: 'prefix',
                    title: 'Prefix',
                    value: (row) => row.prefix,
                    show: (row) => <code>{row.prefix}</code>,
                  },
                  { id: 'scope', title: 'Scope', value: (row) => row.scope },
                  {
                    id: 'rate',
                    title: 'Requests a second',
                    value: (row) => row.rate,
                    show: (row) => compact(row.rate),
                  },
                  {
                    id: 'body_limit',
                    title: 'Body limit, bytes',
                    value: (row) => row.body_limit,
                    show: (row) => count(row.body_limit),
                  },
                  {
                    id: 'created_at',
                    title: 'Made',
                    value: (row) => row.created_at,
                    show: (row) => <Time at={row.created_at} />,
                  },
                  {
                    id: 'expires_at',
                    title: 'Valid until',
                    value: (row) => row.expires_at,
                    show: (row) => <Time at={row.expires_at} />,
                  },
                  {
                    id: 'state',
                    title: 'State',
                    value: (row) => row.status,
                    show: (row) =>
                      row.status === 'revoked' ? (
                        <span class="quiet">
                          revoked <Time at={row.revoked_at} />
                        </span>
                      ) : row.status === 'expired' ? (
                        <span class="quiet">
                          expired <Time at={row.expires_at} />
                        </span>
                      ) : row.prefix === who.key_prefix ? (
                        'valid, yours'
                      ) : (
                        'valid'
                      ),
                  },
                  {
                    id: 'actions',
                    title: '',
                    fixed: true,
                    value: () => null,
                    show: (row) =>
                      row.revoked_at ? (
                        ''
                      ) : (
                        <button
                          type="button"
                          class="button button-small button-danger"
                          onClick={() => {
                            doing.clear();
                            setRevoking(row);
                          }}
                        >
                          Revoke
                        </button>
                      ),
                  },
                ]}
              />
            )
          }
        </WhenLoaded>
      </div>
      {making && <Make first={who.state === 'open'} onClose={() => setMaking(false)} onMade={keep} />}
      {revoking && (
        <Dialog
          title="Revoke the key?"
          open
          onClose={() => setRevoking(null)}
          doing={doing}
          submit="Revoke"
          danger
          onSubmit={() => revoke(revoking)}
        >
          <p>
            Whoever uses <Name text={revoking.name} /> is refused from now on.{' '}
            {revoking.prefix === who.key_prefix &&
              'It is the key that you signed in with: you will have to sign in again.'}
          </p>
        </Dialog>
      )}
    </Page>
  );
}
