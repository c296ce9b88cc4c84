// Users, custom events and interactions of the vendor's guide "iOS SDK", as they stand there;
// `SegmentifyShopCode.swift` lists the edits.
// Names of variables stay too.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import BeckonCompatSegmentify
import Foundation

/// "User/Visitor Operations"
final class SegmentifyUsers: SegmentifyScreen {
  func register() {
    //Create new user Object
    let newUserObj = UserModel()
    //Define user object's username and email
    newUserObj.username = "segmentify"
    newUserObj.email = "example@segmentify.com"

    //Send user register request
    SegmentifyManager.sharedManager().sendUserRegister(segmentifyObject: newUserObj)
  }

  func registerWithParameters() {
    //Send user register request
    SegmentifyManager.sharedManager().sendUserRegister(
      username: "Segmentify", fullName: "Segmentify User", email: "example@segmentify.com",
      mobilePhone: "123456789", gender: "Male/Female", age: "4", birthdate: "04/2014")
  }

  func login() {
    //Create  user Object
    let UserObj = UserModel()
    //Define user object's username and email
    UserObj.username = "segmentify"
    UserObj.email = "example@segmentify.com"

    //Send user login request
    SegmentifyManager.sharedManager().sendUserLogin(segmentifyObject: UserObj)
  }

  func loginWithParameters() {
    //Send user login request
    SegmentifyManager.sharedManager().sendUserLogin(
      username: "Segmentify", email: "example@segmentify.com")
  }

  func logout() {
    //Create  user Object
    let UserObj = UserModel()
    //Define user object's username and email
    UserObj.username = "segmentify"
    UserObj.email = "example@segmentify.com"

    //Send user logout request
    SegmentifyManager.sharedManager().sendUserLogout(segmentifyObject: UserObj)
  }

  func logoutWithParameters() {
    //Send user logout request
    SegmentifyManager.sharedManager().sendUserLogout(
      username: "Segmentify", email: "example@segmentify.com")
  }

  func update() {
    //Create new user Object
    let UserObj = UserModel()
    //Define user object's username and email
    UserObj.username = "segmentify"
    UserObj.email = "example@segmentify.com"

    //Send user update request
    SegmentifyManager.sharedManager().sendUserRegister(segmentifyObject: UserObj)
  }

  func updateWithParameters() {
    //Send user update request
    SegmentifyManager.sharedManager().sendUserUpdate(
      username: "Segmentify", fullName: "Segmentify Test", email: "example@segmentify.com",
      mobilePhone: "123456789", gender: "Male/Female", age: "4", birthdate: "04/2014",
      isRegistered: true, isLogin: false)
  }

  func change() {
    let userObj = UserChangeModel()
    userObj.userId = "XXXXXXXXXXX"
    SegmentifyManager.sharedManager().sendChangeUser(segmentifyObject: userObj)
  }
}

/// "Custom Event" and "Interaction"
final class SegmentifyInteractions: SegmentifyScreen {
  private(set) var interactionId: String?
  private(set) var impressionId: String?

  func custom() {
    //Config for Segmentify manager
    SegmentifyManager.config(
      appkey: Constant.segmentifyApiKey, dataCenterUrl: Constant.segmentifyDataCenterUrl,
      subDomain: Constant.segmentifySubDomain)

    //START Custom Event Request
    let customObj = CustomEventModel()
    let paramDict = ["PRICE": "200-500"]
    customObj.type = "test"
    customObj.params = paramDict as [String: Any]

    SegmentifyManager.sharedManager().sendCustomEvent(segmentifyObject: customObj) {
      (response: [RecommendationModel]) in
      self.recommendations = response
      self.answers += 1
      //operations about recommendations
    }
    //END Custom Event Request
  }

  func widgetView(recObj: RecommendationModel) {
    // recObj is the recomendationModel object returned from the productView event
    if recObj.instanceId == "scn_61869cb94553e000" {
      //Any actions related to product's
      self.interactionId = recObj.interactionId
      self.impressionId = recObj.instanceId
      // swift-format-ignore: NeverForceUnwrap
      SegmentifyManager.sharedManager().sendWidgetView(
        instanceId: self.impressionId!, interactionId: self.interactionId!)
    }
  }

  func click(productID: String) {
    // swift-format-ignore: NeverForceUnwrap
    SegmentifyManager.sharedManager().sendClickView(
      instanceId: self.impressionId!, interactionId: productID)
  }

  func searchClick() {
    SegmentifyManager.sharedManager().sendClickView(
      instanceId: "product", interactionId: "123456789")
  }
}
