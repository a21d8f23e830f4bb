/** kubectl and its relatives. */

import type { ProgramNode, ProgramRow } from '../program-row.ts';
import { conditional, counted, endless, finite, limited, quick, server, words } from '../program-row.ts';

const GLOBAL =
  'n: s: v: as= as-group= as-uid= cache-dir= certificate-authority= client-certificate= client-key= cluster= context= kubeconfig= namespace= password= profile= request-timeout= server= tls-server-name= token= user= username=';

const LOGS: ProgramNode = {
  options: 'c: l: container= limit-bytes= max-log-requests= pod-running-timeout= selector= since= since-time= tail=',
  cases: [{ has: 'f|follow', is: conditional('it follows the log until the pod ends') }],
  otherwise: quick('it prints the log'),
};
const WATCHED: ProgramNode = {
  options:
    'l: o: L: f: k: selector= output= field-selector= sort-by= template= filename= for= types= chunk-size= label-columns= raw= subresource=',
  cases: [
    {
      has: 'w|watch|watch-only',
      is: endless('it reports changes without end', 'kubectl wait --for=<condition> --timeout=<seconds>s'),
    },
  ],
  otherwise: quick('it prints a list'),
};

const subs: NonNullable<ProgramNode['subs']> = {
  'logs|log': LOGS,
  'get|events': WATCHED,
  'port-forward': {
    options: 'address= pod-running-timeout=',
    otherwise: server('a port-forward stays open until it is stopped'),
  },
  proxy: { options: 'p: P: u: w: W: port= address= www=', otherwise: server('a proxy stays open until it is stopped') },
  attach: {
    options: 'c: container= pod-running-timeout=',
    otherwise: conditional('it stays attached until the container ends'),
  },
  exec: {
    options: 'c: f: container= filename= pod-running-timeout=',
    runs: { skip: 1, dashes: 'if-there', effect: { elsewhere: true, externalOnly: true } },
  },
  run: {
    options:
      'l: o: f: image= env= labels= port= restart= overrides= override-type= image-pull-policy= annotations= pod-running-timeout= dry-run? grace-period= timeout= output= serviceaccount=',
    cases: [{ has: 'dry-run', is: quick('a dry run starts nothing') }],
    runs: {
      skip: 1,
      dashes: 'only',
      effect: { elsewhere: true, externalOnly: true },
      when: [
        { has: 'image', effect: { returnsAtOnce: true, detaches: true } },
        { has: 'i|stdin|t|tty|attach|rm', effect: { returnsAtOnce: false } },
      ],
      nothing: finite('what the pod runs is unknown'),
    },
  },
  debug: {
    options: 'c: f: image= container= target= copy-to= profile= env= arguments-only= custom=',
    runs: {
      dashes: 'only',
      effect: { elsewhere: true, externalOnly: true },
      nothing: finite('what the pod runs is unknown'),
    },
  },
  wait: {
    options: 'l: f: o: for= timeout= selector= field-selector= filename= output= template=',
    cases: [
      {
        value: ['timeout', /^-/],
        is: conditional('a timeout below 0 waits for a week', 'kubectl wait --timeout=<seconds>s'),
      },
      { value: ['timeout', /^0+[a-z]*$/], is: quick('a timeout of 0 looks once') },
      { has: 'timeout', is: limited('timeout', 'go') },
    ],
    otherwise: { ...counted('kubectl wait gives up after 30 s by default'), stated: false },
  },
  rollout: {
    subs: {
      status: {
        options: 'f: k: l: timeout= revision= filename= selector= w?',
        cases: [
          { has: 'timeout', is: limited('timeout', 'go') },
          { value: ['w|watch', ['false']], is: quick('it looks once') },
          {
            first: /^(?:deploy|deployment|deployments)(?:\.apps)?(?:\/|$)/,
            is: finite('a deployment gives up after its progress deadline, 600 s by default'),
          },
        ],
        otherwise: conditional(
          'it waits for a rollout that may never complete',
          'kubectl rollout status --timeout=<seconds>s',
        ),
      },
    },
  },
  'top|version|config|cluster-info|api-resources|api-versions|explain|describe|auth|options|label|annotate|scale|set|expose|autoscale|cordon|uncordon|taint|plugin|completion|patch':
    {
      otherwise: quick('it asks or tells the cluster'),
    },
};

export const kubernetes: readonly ProgramRow[] = [
  {
    names: ['kubectl', 'oc', 'k', 'kubecolor', 'microk8s.kubectl'],
    options: GLOBAL,
    subs,
    catches: [
      'kubectl logs -f batch-7 -c main',
      'kubectl -n x logs y --follow',
      'kubectl get pods -w',
      'kubectl get pods --watch',
      'kubectl port-forward svc/web 8304:80',
      'kubectl proxy',
      'kubectl exec web-0 -c app -- sh -c "tail -f x"',
      'kubectl exec web-0 -- tail -f x',
      'kubectl wait --for=condition=Ready pod/x --timeout=-1s',
      'kubectl rollout status sts/x',
      'kubectl run hammer -i --rm --image=busybox --restart=Never -- sh -c "x"',
      'kubectl attach x',
    ],
    spares: [
      'kubectl apply -f web.yaml',
      'kubectl logs web-0 --tail=50',
      'kubectl get pods -o wide',
      'kubectl wait --for=condition=Ready pod/x',
      'kubectl wait --for=delete pod/x --timeout=60s',
      'kubectl rollout status deploy/x',
      'kubectl rollout status sts/x --timeout=2m',
      'kubectl get pods --watch=false',
      'kubectl describe pod x',
      'kubectl run x --image=y',
    ],
  },
  {
    names: words(`
      helm argocd flux kustomize istioctl cilium linkerd velero kubeadm argo tkn hubble
    `),
    options: 'n: kube-context= namespace= kubeconfig= timeout= f: values= set= version= repo=',
    cases: [
      { some: ['logs'], has: 'f|follow', is: endless('it follows logs') },
      { first: ['app'], second: ['wait'], has: 'timeout', is: limited('timeout') },
      {
        first: ['app'],
        second: ['wait'],
        is: conditional('argocd app wait has no limit by default', 'argocd app wait --timeout <seconds>'),
      },
      { first: ['dashboard', 'tap', 'viz', 'hubble'], is: server('it stays until it is stopped') },
      { first: ['monitor', 'observe'], has: 'f|follow', is: endless('it reports flows without end') },
      { first: ['monitor'], is: endless('it reports events without end') },
      { first: ['get', 'events'], has: 'w|watch', is: endless('it reports changes without end') },
      {
        first: ['pull', 'dependency', 'dep'],
        second: ['update', 'build', 'up'],
        is: { bound: 'finite', role: 'slow', reason: 'it fetches over the network' },
      },
    ],
    catches: [
      'cilium monitor',
      'hubble observe -f',
      'tkn pr logs x -f',
      'argo logs wf --follow',
      'flux logs --follow',
      'argocd app wait x',
      'istioctl dashboard kiali',
      'helm dependency update',
    ],
    spares: ['helm list', 'helm upgrade --install x y --wait', 'argocd app wait x --timeout 60'],
  },
];
