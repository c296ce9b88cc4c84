"""Sends every request of docs/openapi.yaml to a running server, as its examples write it, and checks
the status and body of each answer against the document.

    examples.py URL SECRET_KEY docs/openapi.yaml
"""

import json
import sys
import urllib.error
import urllib.request

import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

URL, KEY, PATH = sys.argv[1:]
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15"
# The page from which all calls come, as those of a site's visitors have to.
SITE = "https://shop.example"
BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36"
# What ends something is called after all that still needs it.
LAST = ["mergePerson", "erasePerson", "deleteLink", "deleteWebhook", "endSuppression",
        "deleteProduct", "eraseVisitor", "deleteWidget", "deleteReminder", "deleteMessageText"]
# What only somebody else can sign is refused, and an app without Google Play takes nothing of it: the
# status that the example has to get.
# Nor does a secret key show a person's token to end, and a token to reset a password is good once.
REFUSED = {"notifyAppStore": 422, "notifyGooglePlay": 404, "signOut": 403, "resetPassword": 403,
           # Nobody takes the mails, so none has failed, and no link of one is known.
           "resendMessage": 409, "openPasswordPage": 410, "sendPasswordPage": 410,
           "openVerificationPage": 410, "sendVerificationPage": 410,
           "noteReceipt": 404, "noteReceiptByPost": 404, "noteReply": 404, "noteReplyByPost": 404,
           "openUnsubscribePage": 410, "sendUnsubscribePage": 410,
           # Examples have no query, which would say whose searches, and fill in no form.
           "forgetSearches": 422, "sendReportPage": 422}

with open(PATH, encoding="utf-8") as file:
    document = yaml.safe_load(file)
resource = Resource.from_contents(document, default_specification=DRAFT202012)
registry = Registry().with_resource("urn:openapi", resource)


class KeepRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(KeepRedirect)


def call(method, path, body=None, agent=BROWSER):
    """Status, headers and body of an answer."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + KEY, "User-Agent": agent, "Origin": SITE}
    request = urllib.request.Request(URL + path, data, headers, method=method.upper())
    try:
        with opener.open(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def must(method, path, body=None, agent=BROWSER):
    """The JSON of an answer that has to be a success; for a redirect its target."""
    status, headers, data = call(method, path, body, agent)
    if status >= 400:
        sys.exit(f"setting up: {method} {path}: {status} {data.decode()}")
    return headers["Location"] if status == 302 else json.loads(data)


def dereference(node):
    while "$ref" in node:
        target = document
        for name in node["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        node = target
    return node


def operations():
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield path, method, operation, item.get("parameters", [])


def example_ids():
    """The ids that stand in the document's examples, by name of the path's parameter."""
    return {name: node["example"]
            for name, node in document["components"]["parameters"].items() if "example" in node}


def world():
    """Makes what the examples speak of, and gives the real ids in place of theirs."""
    campaign_request = next(
        operation["requestBody"]["content"]["application/json"]["example"]
        for _, _, operation, _ in operations() if operation["operationId"] == "createCampaign")
    campaign = must("post", "/v1/campaigns", campaign_request)
    ana = must("post", "/v1/people", {"email": "ana@example.com"})
    location = must("get", "/" + ana["referral_code"], agent=PHONE)
    click = location.split("beckon_click=")[1]
    install = must("post", "/v1/installs",
                   {"install_id": "of-the-path", "platform": "ios", "click_id": click})
    ben = must("post", "/v1/people", {"user_id": "ben", "email": "ben@example.com", "install_id": "of-the-path"})
    # The second mail address is the first one's mailbox, so the welcome is held for review.
    must("post", "/v1/people", {"email": "ana+2@example.com", "referrer": ana["person"]})
    held = must("get", "/v1/ledger/transfers?state=in_review")["transfers"][0]
    link = must("get", "/v1/links?limit=200")["links"][-1]
    must("patch", "/v1/app", {"android": {"package": "example.shop", "sha256": ["AB" * 32]},
                              "ios": {"bundle_id": "example.shop", "team_id": "A1B2C3D4E5",
                                      "app_store_id": "525463029"}})
    must("put", "/v1/postback-schema", example_of("setPostbackSchema"))
    # The app of Apple's example, so that there is a postback to read.
    postback = json.dumps(example_of("reportSKAdNetwork")).encode()
    opener.open(URL + "/.well-known/skadnetwork/report-attribution/", postback, timeout=20)
    # A vendor's client has to tell of a visitor before there is one.
    must("post", "/add/events/v1.json?apiKey=" + KEY,
         {"name": "PAGE_VIEW", "category": "Home Page", "userId": example_ids()["visitor"],
          "sessionId": "1"})
    app = must("get", "/v1/app")["id"]
    widget = {name: value for name, value in example_of("createWidget").items() if name != "code"}
    widget = must("post", "/v1/widgets", widget)["id"]
    webhook = must("post", "/v1/webhooks", example_of("createWebhook"))["id"]
    delivery = must("post", f"/v1/webhooks/{webhook}/test", {})["id"]
    must("patch", "/v1/app", {
        "mail": {"from": "shop@example.com"}, "origins": [SITE],
        "sms": {"senders": ["Shop"], "url": SITE + "/get"}})
    message = must("post", f"/v1/people/{ben['person']}/verification", {})["message"]
    must("put", "/v1/suppressions/ana@example.com", {})
    # One beside the app's default text, which cannot be deleted.
    text = must("post", "/v1/messages/texts", {"text": "Come {link}", "placeholder": "{link}"})["id"]
    must("patch", "/v1/app", {"cart_url": SITE + "/cart"})
    reminder = must("post", "/v1/reminders", example_of("createReminder"))["id"]
    invite = must("post", "/v1/invites", {
        "person": ana["person"], "recipients": ["+4915112345679"]})["id"]
    real = {"app": app, "text": text, "reminder": reminder, "invite": invite, "widget": widget, "webhook": webhook, "delivery": delivery, "message": message, "person": ben["person"], "campaign": campaign["id"], "link": link["id"],
            "code": link["code"], "install": install["install"], "transfer": held["id"],
            "referral": held["referral"]}
    renamed = {text: real[name] for name, text in example_ids().items() if name in real}
    body = example_of("identifyPerson", "referred")
    renamed[body["referrer"]] = ana["referral_code"]
    token = must("post", f"/v1/people/{ben['person']}/tokens", {})["token"]
    renamed[example_of("identifyPerson", "second")["identity_token"]] = token
    renamed[example_of("mergePerson")["into"]] = ana["person"]
    renamed[example_of("enrichClick")["click"]] = click
    renamed[example_of("grant")["campaign"]] = campaign["id"]
    renamed[example_of("visitSite")["code"]] = ana["referral_code"]
    return renamed


def example_of(operation_id, name=None):
    return next(body for _, _, operation, _ in operations()
                if operation["operationId"] == operation_id
                for label, body in bodies(operation) if name in (None, label))


def bodies(operation):
    """The bodies that an operation shows: (name, body)."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return [("", None)]
    if "example" in content:
        return [("", content["example"])]
    return [(name, example["value"]) for name, example in content["examples"].items()]


def check(operation, status, headers, data):
    """What is wrong with an answer; nothing when it is as the document says."""
    expected = REFUSED.get(operation["operationId"])
    if status != expected if expected else not 200 <= status < 400:
        return f"answered {status} {data.decode(errors='replace')}"
    if str(status) not in operation["responses"]:
        return f"answered {status}, which the document does not have"
    content = dereference(operation["responses"][str(status)]).get("content", {})
    kind = (headers["Content-Type"] or "").split(";")[0]
    if not content:
        return f"has a body of {len(data)} bytes" if data else None
    if kind not in content:
        return f"is {kind}, not {', '.join(content)}"
    if kind not in ("application/json", "application/problem+json"):
        return None
    return mismatch(content[kind]["schema"], json.loads(data))


def mismatch(schema, value):
    schema = {"$ref": "urn:openapi" + schema["$ref"]} if "$ref" in schema else absolute(schema)
    errors = Draft202012Validator(schema, registry=registry).iter_errors(value)
    return "; ".join(f"{error.json_path}: {error.message}" for error in errors) or None


def absolute(node):
    if isinstance(node, list):
        return [absolute(each) for each in node]
    if not isinstance(node, dict):
        return node
    return {key: "urn:openapi" + value if key == "$ref" else absolute(value)
            for key, value in node.items()}


def main():
    renamed = world()

    def real(value):
        text = json.dumps(value)
        for example, actual in renamed.items():
            text = text.replace(example, actual)
        return json.loads(text)

    ids = example_ids()
    calls = [(path, method, operation, name, body)
             for path, method, operation, _ in operations() for name, body in bodies(operation)]
    calls.sort(key=lambda each: LAST.index(each[2]["operationId"]) + 1
               if each[2]["operationId"] in LAST else 0)
    faults = []
    for path, method, operation, name, body in calls:
        title = " ".join(filter(None, [operation["operationId"], name]))
        for parameter, example in ids.items():
            path = path.replace("{" + parameter + "}", real(example))
        fault = check(operation, *call(method, path, None if body is None else real(body)))
        if fault:
            faults.append(f"{title}: {method.upper()} {path} {fault}")
    for _, _, operation, _ in operations():
        for status, answer in operation["responses"].items():
            for content in dereference(answer).get("content", {}).values():
                fault = mismatch(content["schema"], content["example"]) \
                    if "example" in content else None
                if fault:
                    faults.append(f"{operation['operationId']}: example of {status}: {fault}")
    print("\n".join(faults) if faults else f"{len(calls)} requests are answered as documented")
    sys.exit(1 if faults else 0)


main()
