'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Panel } from '@/ui/kit/layout/panel';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { FactorSetup } from './factor-setup';
import { ProofForm } from './proof-form';
import { RecoveryCodes } from './recovery-codes';

type Doing = 'nothing' | 'set up' | 'renew' | 'remove';

/** Two-factor sign-in: set up with an authenticator app, new recovery codes, removal. */
export function SecondFactorPanel() {
  const state = trpc.session.factor.useQuery();
  const renew = trpc.session.renewCodes.useMutation();
  const remove = trpc.session.endFactor.useMutation();
  const [doing, setDoing] = useState<Doing>('nothing');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const done = () => {
    setDoing('nothing');
    renew.reset();
    remove.reset();
  };
  if (state.data === undefined) {
    return (
      <Panel title="Two-factor sign-in">
        <Skeleton className="h-16" />
      </Panel>
    );
  }
  const { isOn, recoveryCodesLeft } = state.data;
  return (
    <Panel title="Two-factor sign-in">
      <div className="flex flex-col gap-4">
        {codes === null ? null : <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
        {isOn ? (
          <>
            <p className="text-ink-soft">
              Signing in requires a code from your authenticator app.{' '}
              {recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`}{' '}
              left.
            </p>
            {recoveryCodesLeft < 3 ? (
              <Notice tone="caution">
                Create new recovery codes, so that a lost phone does not lock you out.
              </Notice>
            ) : null}
          </>
        ) : (
          <p className="text-ink-soft">
            With an authenticator app, a stolen password is not enough to sign in. Programs then use an API
            client instead of your password.
          </p>
        )}
        {doing === 'nothing' ? (
          <div className="flex flex-wrap gap-2">
            {isOn ? (
              <>
                <Button onPress={() => setDoing('renew')}>New recovery codes</Button>
                <Button tone="danger" onPress={() => setDoing('remove')}>
                  Remove
                </Button>
              </>
            ) : (
              <Button tone="primary" onPress={() => setDoing('set up')}>
                Set up
              </Button>
            )}
          </div>
        ) : null}
        {doing === 'set up' && !isOn ? (
          <FactorSetup
            onCancel={done}
            onDone={(made) => {
              setCodes(made);
              done();
            }}
          />
        ) : null}
        {doing === 'renew' ? (
          <ProofForm
            asks={['code']}
            label="Create new codes"
            isPending={renew.isPending}
            error={renew.error}
            onCancel={done}
            onSubmit={({ code }) =>
              renew.mutate(
                { code },
                {
                  onSuccess: ({ recoveryCodes }) => {
                    setCodes(recoveryCodes);
                    done();
                  },
                },
              )
            }
          />
        ) : null}
        {doing === 'remove' ? (
          <ProofForm
            asks={['password', 'code']}
            label="Remove"
            isPending={remove.isPending}
            error={remove.error}
            onCancel={done}
            onSubmit={(proof) =>
              remove.mutate(proof, {
                onSuccess: () => {
                  notifyDone('Two-factor sign-in is removed.');
                  setCodes(null);
                  done();
                },
              })
            }
          />
        ) : null}
      </div>
    </Panel>
  );
}
